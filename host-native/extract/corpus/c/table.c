/*
 * table.c: hash tables of rows.
 */
#include "postgres.h"

#include "table.h"
#include MACRO_HEADER

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(table_rows);

typedef struct
{
	int			depth;
	Table	   *table;
} WalkState;

int			table_count = 0;
static Table *default_table, *spare_tables[2];
const char *const table_version = "1.0";
static const struct config_entry entries[] = {
	{"on_evict", evict_row, &table_count},
#ifdef USE_EXTRA
	{"extra", extra_row, NULL},
#endif
	{.name = "visit", .handler = visit_row}
};

static void evict_row(Row *row);
static int	compare_rows(const Row *a, const Row *b);

/*
 * table_create --- makes a table.
 *
 * The callback may be NULL.
 */
Table *
table_create(size_t size, row_visitor on_evict)
{
	Table	   *table = (Table *) palloc0(sizeof(Table));
	WalkState	state;
	bool		found PG_USED_FOR_ASSERTS_ONLY;

	Assert(size <= MAX_BUCKETS);
	table->on_evict = on_evict ? on_evict : evict_row;
	table->compare = compare_rows;
	state.table = table;
	if (default_table == NULL)
		default_table = table_copy(&state, table);
	qsort(table->buckets, lengthof(table->buckets), sizeof(Row *), compare_rows);
	table->on_evict(NULL, NULL);
	(*table->compare) (table->buckets[0], spare_tables[1]->buckets[0]);
	on_exit(evict_all, 0);
	return table;
}

/* Old style. */
static int
walk(table, visit, depth)
Table *table;
row_visitor visit;
int depth;
{
	Row *row;

	FOREACH_ROW(row, table)
	{
		if (!visit(row, &depth))
			goto out;
	}
	for (int i = 0; i < MAX_BUCKETS; i++)
		visit_bucket(table->buckets[i], visit);
#ifdef USE_STATS
	if (depth > 3) {
		count_deep(table);
#else
	if (depth > 4) {
#endif
		count_walk(table);
	}
out:
	return table_find_string(table, "x")->value.number;
}

#ifdef USE_LONG_HASH
static Hash hash_row(Row *row, int seed)
{
	start_long(seed);
#else
static Hash hash_row(Row *row)
{
#endif
	return hash_finish(row->hash);
}

Datum
table_rows(PG_FUNCTION_ARGS)
{
	Table	   *table = (Table *) PG_GETARG_POINTER(0);
	struct Row *row, *other = table_first(table);
	enum Mode	mode = MODE_READ;
	int			local_proto(int a);

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("no rows: %s", describe(table))));
	row = ((Row *) other)->next;
	switch (mode)
	{
		case MODE_READ:
			walk(table, visit_row, 0);
			break;
		default:
			break;
	}
	PG_RETURN_INT32(walk(table, visit_row, row->value.number));
}

int
main(int argc, char *argv[])
{
	return run(argv + 1);
}
