-- Copyright 2024 The Store Authors.

CREATE SCHEMA store;

-- What an item can be.
CREATE TYPE item_kind AS ENUM ('raw', 'made');
CREATE TYPE pair AS (x int, y double precision);

-- The items, one row each.
CREATE TABLE IF NOT EXISTS store.items (
    id         bigserial PRIMARY KEY,
    -- How people call it,
    -- unique.
    key        varchar(64) NOT NULL UNIQUE,
    kind       item_kind DEFAULT 'raw',
    owner_id   bigint REFERENCES users(id) ON DELETE CASCADE, -- may be nobody
    "createdAt" timestamp with time zone DEFAULT now(),
    labels     text[] NOT NULL,
    CONSTRAINT items_owner_fk FOREIGN KEY (owner_id) REFERENCES users (id),
    CHECK (length(key) > 0)
);

CREATE TABLE users (id bigint, name text);

CREATE UNIQUE INDEX items_key_idx ON store.items (lower(key));

CREATE VIEW active AS
    SELECT i.id, u.name, count(*) AS n, store.age_of(i.id)
    FROM store.items i
    JOIN users u ON u.id = i.owner_id
    WHERE i.kind = 'made'
    GROUP BY 1, 2;

CREATE MATERIALIZED VIEW totals AS SELECT * FROM active;

/* Says that an item was seen. */
CREATE OR REPLACE FUNCTION store.touch(item_id bigint, by_whom text DEFAULT 'nobody', OUT ok boolean)
RETURNS SETOF store.items AS $$
    UPDATE store.items SET kind = pick_kind(item_id, 'raw') WHERE id = item_id;
    SELECT * FROM store.items WHERE id = item_id;
$$ LANGUAGE sql;

CREATE TRIGGER items_touch BEFORE UPDATE ON store.items
    FOR EACH ROW EXECUTE FUNCTION store.touch();

-- Removes old items.
CREATE PROCEDURE sweep(days int)
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM store.items WHERE age_of(id) > days;
    COMMIT;
END;
$$;

ALTER TABLE store.items ADD COLUMN note varchar(200);

INSERT INTO users (id, name) VALUES (1, lower('A')), (2, make_name(2));
INSERT INTO users (id, name) SELECT id, make_name(id) FROM legacy_users;

WITH old AS (SELECT id FROM store.items), other AS (SELECT 1)
SELECT o.id, sweep_one(o.id) FROM old o JOIN totals t ON t.id = o.id;
