extends SceneTree

func _init():
	run(OS.get_cmdline_args())
	quit()

func run(args: PackedStringArray):
	for arg in args:
		print(arg)
