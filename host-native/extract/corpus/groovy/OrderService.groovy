// Copyright 2024 Acme.
package com.acme.orders

import com.acme.core.Clock
import com.acme.core.Result as CoreResult
import com.acme.util.*
import static com.acme.Status.parse
import static com.acme.Guards.*

/**
 * Handles orders.
 */
@Slf4j
@Service('orders')
class OrderService<K> extends BaseService implements OrderStore<Order>, Closeable {
    private final OrderStore<Order> store
    static final int LIMIT = 10
    Map<String, Order> cache = [:]
    def repo = new Repository('x')
    String name, label

    OrderService(OrderStore<Order> store, Clock clock = null) {
        super(clock)
        this.store = store
        repo.open()
    }

    /** Finds an order. */
    @Override
    Order find(String id, int depth = 0) {
        def order = store.find(id)
        order.touch()
        Order fresh = new Order(id)
        fresh.total.round()
        this.store.close()
        super.find(id)
        cache[id]?.refresh()
        notNull(order)
        for (line in order.lines) {
            line.check()
        }
        for (item in fetch()) { item.go() }
        order.lines.each { it.check() }
        order.lines.collect { Line l -> l.price() }
        try {
            risky()
        } catch (StoreException e) {
            e.report()
        }
        if (order instanceof PaidOrder) {
            order.refund()
        }
        def handler = this.&handle
        def run = { Order o -> o.ship() }
        run(order)
        println "found ${order.name()}"
        (order as PaidOrder).refund()
        com.acme.Trail.write(order)
        return fresh
    }

    private static Iterable<Order> load(String... ids) {
        ids.collect { store.find(it) }
    }
}

class Cursor {
    Order next() { find('x') }
}

enum Status { OPEN, CLOSED }

trait Shipping {
    abstract void ship(Order order)
    void pack() { box() }
}

interface Carrier {
    void send(Order order)
}

def helper(Order order) {
    order.ship()
}

class OrderServiceSpec extends Specification {
    def service = new OrderService(null)

    def "finds an order"() {
        given:
        def order = new Order('1')

        when:
        order.ship()

        then:
        service.find('1').touch() == order
    }

    @Test
    void junit() { service.close() }
}
