@file:JvmName("Orders")

/*
 * Copyright 2024 Acme.
 */
package com.acme.orders

import com.acme.core.Clock
import com.acme.core.Result as CoreResult
import com.acme.core.util.*
import com.acme.orders.Status.Companion.parse
import kotlinx.coroutines.flow.Flow

/** At most so many. */
const val LIMIT = 10
private val log: Logger = Logger("orders")
val registry by lazy { Registry() }
lateinit var shared: OrderService

typealias Handler = (Order) -> Unit
typealias Orders = List<Order>

/** How an order stands. */
enum class Status(val code: Int) : Labelled {
    OPEN(1) {
        override fun label() = render(code)
    },
    /** Done. */
    CLOSED(2);

    abstract fun label(): String

    companion object {
        fun parse(text: String): Status = valueOf(text)
    }
}

interface OrderStore<T : Any> : Closeable {
    val size: Int
    fun find(id: String): Order?
    suspend fun all(): Flow<Order>
    fun close() { cleanup() }
}

data class Order(val id: String, var lines: MutableList<Line> = mutableListOf(), private val owner: Customer?) {
    val total: Money
        get() = lines.fold(Money.ZERO) { sum, line -> sum.plus(line.price()) }

    constructor(id: String) : this(id, mutableListOf(), null) {
        init()
    }
}

sealed class Event {
    object Started : Event()
    data class Failed(val cause: Throwable) : Event()
}

annotation class Audited(val name: String)

/**
 * Handles orders.
 */
@Service("orders")
open class OrderService<K>(
    private val store: OrderStore<Order>,
    clock: Clock,
    val name: String = "x",
) : Base(clock), OrderStore<Order> by store, Handler2 {
    private val cache = HashMap<String, Order>()
    private var current: Order? = null
    protected val repo = Repository(store)

    init {
        repo.open(clock)
    }

    /** Finds an order. */
    @Audited("find")
    override fun find(id: String): Order? {
        val order = store.find(id) ?: return null
        order.touch()
        cache[id]?.refresh()
        this.store.close()
        super.find(id)
        repo.save(order)
        val fresh = Order(id)
        fresh.total.round()
        val line: Line = parse(id)
        line.check()
        for (item in order.lines) {
            item.check()
        }
        for ((key, value) in cache) value.drop(key)
        if (order is PaidOrder) {
            order.refund()
        }
        when (val status = order.status()) {
            is Open -> status.go()
            Status.CLOSED -> Status.parse("x").label()
            else -> log.warn("no")
        }
        try {
            risky()
        } catch (e: StoreException) {
            e.report()
        } finally {
            cleanup()
        }
        order.lines.map { it.price() }.filter(::isFree)
        order.let { o -> o.ship() }
        with(order) { ship() }
        fresh.apply { name = "y" }
        val handler: Handler = { o -> o.ship() }
        handler(order)
        listOf(order).forEach(this::handle)
        (order as PaidOrder).refund()
        com.acme.audit.Trail.write(order)
        val list = object : Listener(name), Runnable {
            override fun run() { tick() }
        }
        list.run()
        order!!.lines[0].check()
        return run { order.copy() }
    }

    private suspend inline fun <reified T> load(vararg ids: String, limit: Int = 3, block: (T) -> Unit): List<Order> {
        fun local(x: Int) = helper(x)
        local(1)
        return ids.map { store.find(it) }.filterNotNull()
    }

    companion object Factory {
        const val VERSION = "1"
        @JvmStatic
        fun create(store: OrderStore<Order>): OrderService<String> = OrderService(store, Clock.system())
    }

    inner class Cursor {
        fun next() = find("x")
    }
}

fun Order.ship(by: Carrier = Carrier.DEFAULT): Boolean = by.send(this) && lines.isEmpty()

val Order.label: String
    get() = describe(this)

fun <T : Order> T.tagged(): T = this

object Orders {
    fun make() = Order("x")
}

fun main(args: Array<String>) {
    val service = OrderService.create(MemoryStore())
    service.find("1")?.ship()
    registry.add(service)
}
