package com.acme.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.*;

class StoreTest {

    private Store<Item> store;

    @BeforeEach
    void setUp() {
        store = make();
    }

    @Test
    void reads() {
        assertEquals("a", store.get("a", null).name());
    }

    @org.junit.jupiter.params.ParameterizedTest
    @ValueSource(ints = { 1, LIMIT })
    void counts(int size) {
        store.resize(size);
    }

    private Store<Item> make() {
        return new MemoryStore();
    }

    @Nested
    class WhenClosed {
        @Test
        void fails() {
            store.close();
        }
    }
}

class LegacySuite extends StoreTestCase {
    public void testOpen() {
        open();
    }

    void helper() {}
}
