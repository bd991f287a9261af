//
//  Keeps orders and ships them.
//

import Foundation
import struct Core.Clock
@testable import Shop

/// At most so many.
let limit = 10
private var registry = Registry()

typealias Handler = (Order) -> Void

/// How an order stands.
public enum Status: String, CaseIterable {
    case open = "o", closed
    /// Why it failed.
    case failed(reason: String, code: Int)

    var isOpen: Bool { return self == .open && check() }
    static func parse(_ text: String) -> Status? { Status(rawValue: text) }
}

public protocol OrderStore: AnyObject, Sendable {
    associatedtype Key
    var count: Int { get }
    func find(_ id: String) throws -> Order?
    static func make() -> Self
}

struct Money: Equatable {
    static let zero = Money(amount: 0)
    let amount: Decimal
    static func + (a: Money, b: Money) -> Money { Money(amount: a.amount + b.amount) }
    subscript(index: Int) -> Line { lines[index].copy() }
}

/**
 Handles orders.
 */
@MainActor
open class OrderService<Store: OrderStore>: BaseService, Shipping {
    private let store: Store
    private var cache: [String: Order] = [:]
    weak var delegate: OrderDelegate?
    let repo = Repository(path: "x")
    private(set) lazy var formatter: Formatter = { Formatter.make() }()
    @Published var lines: [Line] = []
    var total: Money {
        get { lines.reduce(.zero) { sum, line in sum.adding(line.price) } }
        set { apply(newValue) }
    }
    var name: String = "" {
        didSet { rename(oldValue) }
    }

    init(store: Store, clock: Clock = .system) {
        self.store = store
        super.init(clock: clock)
        repo.open()
    }

    convenience init?(path: String) {
        self.init(store: Store.make())
    }

    deinit { close() }

    /// Finds an order.
    /// - Returns: the order
    @discardableResult
    public override func find(_ id: String, by key: Key? = nil, tags: String...) async throws -> Order {
        guard let order = try store.find(id) else { throw StoreError.missing(id) }
        order.touch()
        self.store.close()
        super.find(id)
        cache[id]?.refresh()
        delegate?.service(self, didFind: order)
        let fresh = Order(id: id)
        fresh.total.round()
        let line: Line = parse(id)
        line.check()
        if let paid = order as? PaidOrder {
            paid.refund()
        }
        for item in order.lines where item.isOpen {
            item.check()
        }
        for (key, value) in cache { value.drop(key) }
        switch order.status {
        case .open: reopen()
        case .failed(let reason, _): report(reason)
        case let other as Closed: other.close()
        default: break
        }
        do {
            try risky()
        } catch let error as StoreError {
            error.report()
        } catch {
            log(error)
        }
        order.lines.map { $0.price() }.filter(isFree)
        order.lines.forEach { line in line.ship() }
        let handler: Handler = { [weak self] order in self?.handle(order) }
        handler(order)
        NotificationCenter.default.addObserver(self, selector: #selector(refresh), name: nil)
        (order as! PaidOrder).refund()
        var second = order
        second.freeze()
        defer { cleanup() }
        await Task { await self.reload() }.value
        Self.register(order)
        type(of: order).log()
        return fresh
    }

    private func load<T: Decodable>(_ ids: [String], using decode: @escaping (T) -> Void) rethrows -> [Order] {
        func local(_ x: Int) -> Int { helper(x) }
        return ids.compactMap { try? store.find($0) }
    }

    class func shared() -> OrderService { .init(store: Store.make()) }

    @objc private func refresh() {}

    struct Cursor {
        func next() -> Order? { nil }
    }
}

extension Order: Shippable where Key == String {
    func ship(by carrier: Carrier = .default) -> Bool { carrier.send(self) && lines.isEmpty }
    var label: String { describe(self) }
}

actor Ledger {
    private var entries: [Entry] = []
    func add(_ entry: Entry) { entries.append(entry) }
}

#if DEBUG
func debugDump(_ order: Order) { print(order) }
#endif

@main
struct App {
    static func main() async {
        let service = OrderService(store: MemoryStore())
        try? await service.find("1").ship()
    }
}
