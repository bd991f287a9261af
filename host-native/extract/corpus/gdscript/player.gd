class_name Player, "res://icons/player.png"
extends "res://actors/actor.gd"
# Whoever is at the keyboard.

## Told when the player is gone.
signal died(reason)
signal hit

enum State { IDLE, RUN = 2 }
enum { SMALL, BIG }

const SPEED := 10
const Bullet = preload("res://weapons/bullet.gd")
const Scene = preload("res://scenes/smoke.tscn")

export(int) var health = 100
@export var armor: int = 3
onready var sprite = $Sprite
@onready var anim: AnimationPlayer = $"Anim/Player"
var target: Node2D setget set_target, get_target
var items: Array[Item] = []
static var count := 0

var level: int:
	set(value):
		level = clamp_level(value)
	get:
		return level

# Starts everything.
# Called by the engine.
func _ready() -> void:
	connect("died", self, "_on_died")
	hit.connect(_on_hit)
	self.move(1)
	super._ready()
	super()
	.base_call(2)
	var b = Bullet.new(self)
	b.fire(target.position)
	Bullet.warm_up()
	var t: Item = items[0]
	t.use()
	items[1].drop()
	for item in items:
		item.use()
	for other: Enemy in get_enemies():
		other.flee()
	emit_signal("hit")
	yield(get_tree(), "idle_frame")
	await get_tree().process_frame
	match b:
		State.IDLE: pass
		var rest: rest.anything()
	var double = func(a: int, by := 2) -> int: return scale_of(a, by)
	double.call(1)
	get_node("Gun").reload().aim(SMALL)
	if t is Weapon and not t.empty:
		(t as Weapon).shoot()
	call_deferred("late", 1)
	var script = load("res://mods/%s.gd" % "x")

@rpc("any_peer")
func set_target(value, force: bool = false, ...rest) -> void:
	target = value

static func make(name: String, at := Vector2()) -> Player:
	return Player.new(name)

class Bag extends Reference:
	var size = 1

	func _init(n):
		size = n

	func add(item: Items.Item) -> Bag:
		return self
