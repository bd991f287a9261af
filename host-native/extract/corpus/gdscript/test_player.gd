extends GutTest

const PlayerScript = preload("res://player.gd")

var player: Player

func before_each():
	player = PlayerScript.new()
	add_child(player)

func test_move_takes_energy():
	player.move(2)
	assert_eq(player.energy(), 98, "moves cost")

func helper():
	pass

class TestBag extends GutTest:
	func test_add():
		var bag = Player.Bag.new(3)
		bag.add(null).add(null)
