package com.acme.orders

import io.kotest.core.spec.style.StringSpec
import org.junit.jupiter.api.Test

class OrderServiceTest {
    private val service = OrderService(MemoryStore(), Clock())
    private lateinit var order: Order

    @BeforeEach
    fun setUp() { order = Order("1") }

    @Test
    fun `finds an order`() {
        val found = service.find("1")
        assertEquals(order, found)
    }

    @ParameterizedTest
    fun many(id: String) = service.find(id)

    fun helper() = Unit
}

class OrderSpec : StringSpec({
    "ships" {
        Order("1").ship()
    }
    test("closes") {
        Order("2").close()
    }
    describe("a store") {
        it("keeps") { keep() }
    }
})
