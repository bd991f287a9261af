#include <gtest/gtest.h>
#include "scene.h"

namespace scene {

class NodeTest : public ::testing::Test {
protected:
	void SetUp() override { root = Node::create("root"); }
	Node *make(int order) { return new Node(order); }
	Node *root;
};

TEST_F(NodeTest, FindsChildren) {
	EXPECT_EQ(root->find<Node>("a"), make(1));
}

TEST(Pool, Gets) {
	Pool<Node> pool;
	ASSERT_TRUE(pool.get(0)->is_ready());
}

TEST_CASE("[Scene] Draws nodes") {
	CHECK(draw_all(1) == 2);
	SUBCASE("twice") {
		redraw();
	}
}

} // namespace scene

int main(int argc, char **argv) {
	testing::InitGoogleTest(&argc, argv);
	return RUN_ALL_TESTS();
}
