/*-------------------------------------------------------------------------
 *
 * table.h
 *	  Hash tables of rows, with a callback for each row.
 *
 * Copyright (c) 2024, The Table Authors
 *
 *-------------------------------------------------------------------------
 */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include "lib/list.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many buckets there are at most. */
#define MAX_BUCKETS 1024
#define HAVE_ROWS

/* Looks a row up by a string. */
#define table_find_string(table, key) \
	table_find((table), hash_string(key), strlen(key))
#define FOREACH_ROW(row, table) for (row = table_first(table); row; row = row->next)
#define REPORT(level, ...) report_start(level, __FILE__), report_finish(__VA_ARGS__)

typedef struct Table Table;
typedef unsigned int Hash;

/*
 * One row.
 */
typedef struct Row
{
	struct Row *next;			/* the next one in its bucket */
	Hash		hash;
	union
	{
		int			number;
		const char *text;
	}			value;
	struct { int x, y; };
	const char *names[4], **aliases;
	unsigned int is_live:1;
} Row, *RowPtr;

/* Visits a row. */
typedef bool (*row_visitor) (Row *row, void *arg);

typedef enum
{
	ORDER_NONE,
	/* by key */
	ORDER_KEY = 2
} Order;

struct Table
{
	Row		   *buckets[MAX_BUCKETS];
	row_visitor on_evict;
	int			(*compare) (const Row *a, const Row *b);
	Order		order;
};

enum Mode { MODE_READ, MODE_WRITE };

extern PGDLLIMPORT int table_count;
extern const char *const table_version;

extern Table *table_create(size_t size, row_visitor on_evict);
extern void table_log(Table *table, const char *format,...) pg_attribute_printf(2, 3);
extern pg_noinline Row *table_find(Table *table, Hash hash, size_t len), *table_first(Table *);
int (*table_comparator(enum Mode mode)) (const Row *, const Row *);

static inline Hash
hash_string(const char *key)
{
	return hash_bytes((const unsigned char *) key, strlen(key));
}

#if defined(HAVE_THREADS)
void table_lock(Table *table);
#else
#define table_lock(table) ((void) 0)
#endif

#ifdef __cplusplus
}
#endif

#endif							/* TABLE_H */
