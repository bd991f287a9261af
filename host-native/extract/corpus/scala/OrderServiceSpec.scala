package com.acme.orders

import org.scalatest.flatspec.AnyFlatSpec
import org.junit.Test

class OrderServiceSpec extends AnyFlatSpec {
  val service = new OrderService(new MemoryStore)

  "A service" should "find orders" in {
    service.find("1").touch()
  }

  it should "close" in {
    service.close()
  }

  test("ships an order") {
    new Order("1").ship()
  }

  describe("a store") {
    it("keeps") { keep() }
  }

  @Test def junit(): Unit = service.find("2")
}

object Main {
  def main(args: Array[String]): Unit = println(args)
}
