import XCTest
import Testing
@testable import Shop

final class OrderServiceTests: XCTestCase {
    var service: OrderService!

    override func setUp() {
        service = OrderService(store: MemoryStore())
    }

    func testFindsAnOrder() throws {
        let order = try service.find("1")
        XCTAssertEqual(order.id, "1")
    }

    func helper() {}
}

@Suite struct MoneyTests {
    @Test("adds up") func adds() {
        #expect(Money.zero.adding(1).isPositive())
    }
}

@Test("prices are added up")
func addsPrices() {
    #expect(Money.zero.adding(1).isPositive())
}

@Test("many prices", arguments: [1, 2, 3])
func addsMany(count: Int) async throws {
    #expect(Money.zero.adding(count).isPositive())
}
