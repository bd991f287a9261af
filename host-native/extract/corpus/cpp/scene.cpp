/*
 * Copyright 2024 The Scene Authors.
 */
#include "scene.h"

#include <algorithm>

using namespace std::literals;
using util::clamp;
namespace fs = std::filesystem;
using Callback = void (*)(int);

#define MEMORY_CHECK(m_cond) \
	if (!(m_cond)) { \
		report_error(#m_cond); \
		Logger::get()->flush(); \
	}

namespace scene {

namespace {
int counter = 0;
void count() { ++counter; }
struct Visitor {
	void visit(Node *node);
};
} // namespace

static Canvas global_canvas;
const int LIMIT = 3;
constexpr const char *NAMES[] = { "a", "b" };

Node *Node::singleton = nullptr;

Node::Node(int order) :
		Object(false),
		ready(true) {
	init();
}

Node::~Node() {}

Node::operator bool() const { return ready; }

template <class T>
T *Node::find(const String &p_path) const {
	return Object::cast_to<T>(get_child(p_path));
}

Node *Node::create(const String &p_name, int p_order, ...) {
	Node *node = memnew(Sprite(p_order)), *spare = memnew(Node);
	auto *label = new ui::Label(p_name, 3);
	auto shared = std::make_shared<Light>(1.0f);
	std::unique_ptr<Renderer> renderer(make_renderer());
	Ref<Texture> texture = get_theme()->get_texture("x");
	Guard guard(node);
	Guard braced{ node };
	Vector3 origin;
	node->add_child(spare);
	label->set_text(p_name)->update();
	shared->dim();
	renderer->render();
	texture->load();
	origin.normalize();
	guard.release();
	this->init();
	init();
	Object::init();
	detail::depth_of(node);
	scene::detail::depth_of(node);
	::tick(0.1);
	singleton->draw_all(global_canvas);
	data.owner->notify();
	Server::get_singleton()->draw(node);
	MEMORY_CHECK(node->is_ready());
	ClassDB::bind_method("draw", &Node::draw_all);
	connect(node, on_changed, LIMIT, &counter);
	std::sort(node->begin(), node->end(), compare);
	static_cast<Sprite *>(node)->flip();
	dynamic_cast<const ui::Label &>(*node).hide();
	((Light *)node)->dim();
	node->find<Sprite>("x")->flip();
	std::move(node)->free();
	Vector3(1, 2, 3).length();
	Color{ 1, 2 }.invert();
	node->Object::notify();
	delete spare;

	for (auto &child : node->children()) {
		child->draw(global_canvas);
	}
	for (Node *child : list_of(node)) {
		child->queue();
	}
	for (const auto &[name, light] : node->lights) {
		light.dim();
	}
	for (Map<StringName, Ref<Resource>>::Element *E = node->data.resources.front(); E; E = E->next()) {
		E->get()->save();
	}
	for (std::vector<Light>::iterator it = all.begin(); it != all.end(); ++it) {
		it->dim();
		(*it).dim();
	}
	std::map<std::string, Light *> by_name = collect();
	auto found = by_name.find(p_name);
	found->second->dim();
	by_name["x"]->dim();
	if (Sprite *sprite = Object::cast_to<Sprite>(node)) {
		sprite->flip();
	}
	auto visit = [&, copy = shared](Node *each, auto rest) -> bool {
		each->update();
		rest.go();
		return copy->dim(), count(), visit_all(each);
	};
	visit(node, 1);
	try {
		risky();
	} catch (const Error &error) {
		error.log();
	}
	Visitor visitor;
	visitor.visit(node);
	Lock lock(mutex);
	return ready ? node : fallback()->node();
}

#ifdef TOOLS_ENABLED
void Node::_notification(int p_what) {
	super_type::_notification(p_what);
#else
void Node::_notification(int p_what) {
#endif
	switch (p_what) {
		case NOTIFICATION_READY: {
			ready = true;
			detail::depth_of(this);
		} break;
	}
}

HRESULT STDMETHODCALLTYPE Node::QueryInterface(int id) {
	return E_FAIL;
}

} // namespace scene

void scene::Node::draw_all(Canvas &canvas) const {
	canvas.draw(this);
}

extern "C" SCENE_EXPORT int scene_main(int argc, char **argv) {
	return scene::detail::depth_of(scene::Node::create("root", 0));
}
