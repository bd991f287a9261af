#include <check.h>
#include "table.h"

START_TEST(test_create)
{
	ck_assert_ptr_nonnull(table_create(3, NULL));
}
END_TEST

TEST(table_is_empty)
{
	EXPECT_EQ(0, table_count_rows(make_table()));
}

Suite *table_suite(void)
{
	TCase *core = tcase_create("core");
	tcase_add_test(core, test_create);
	return suite_of(core);
}
