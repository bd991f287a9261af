class Open:
    def method(self
        return 1

def whole(a, b):
    return a.call(b)

print "python 2", whole
exec "code" in {}

def tuple_parameter(a, (b, c)):
    raise ValueError, "old"
