// Nodes of a scene.
//
// They form a tree.
#pragma once

#include <memory>
#include <vector>
#include "core/object.h"

class Viewport;

namespace scene {

/// How a node is drawn.
enum class DrawMode : uint8_t { Solid, Wire };

/**
 * A node of the tree.
 */
class SCENE_EXPORT Node : public Object, private util::Observer<Node> {
	GDCLASS(Node, Object);
	Q_OBJECT

	friend class Viewport;
	friend bool operator<(const Node &a, const Node &b) { return a.order() < b.order(); }

public:
	enum {
		NOTIFICATION_READY = 1,
		NOTIFICATION_PROCESS
	};
	using Ptr = std::shared_ptr<Node>;
	typedef std::vector<Node *> List;

	/// Finds a node by its path.
	template <class T>
	T *find(const String &p_path) const;
	template <typename T, int N = 3> static T make(T value) { return value.copy(N); }

	_FORCE_INLINE_ bool is_ready() const { return ready && _check(); }
	static Node *create(const String &p_name = "", int p_order = 0, ...);
	virtual void draw(Canvas &canvas) = 0;
	void draw_all(Canvas &canvas) const override final;
	Ref<Texture> get_texture() const;
	auto children() -> std::vector<Node *>;
	operator bool() const;
	Node &operator=(const Node &other);
	Node *operator [] (int index);

	explicit Node(int order);
	Node(const Node &) = delete;
	Node() : Object(true), ready(false), parent(nullptr) { init(); }
	virtual ~Node();

signals:
	void changed();

protected:
	virtual void _notification(int p_what);
	bool _check() const GUARDED_BY(mutex);

private:
	struct Data {
		Node *owner = nullptr;
		Vector<Node *> children;
		Map<StringName, Ref<Resource>> resources;
		union {
			int number;
			float real;
		};
	} data;

	bool ready : 1;
	Node *parent;
	static const int MAX_DEPTH = 32;
	static Node *singleton;
	std::unique_ptr<Renderer> renderer;
	std::map<std::string, std::vector<Light>> lights;
	void (*callback)(Node *);
	std::function<void(Node *)> on_free;
};

template <class T>
class Pool : public Base<T> {
	std::vector<T> items;

public:
	T *get(size_t i) { return items[i].value(); }
};

template <>
struct Hasher<Node> {
	static uint32_t hash(const Node &node) { return node.order(); }
};

inline namespace v2 {
void tick(double delta);
} // namespace v2

namespace detail {
int depth_of(const Node *node);
}

} // namespace scene
