package com.acme
package orders

import java.util.UUID
import com.acme.core.{Clock, Result => CoreResult, Hidden => _, _}
import com.acme.orders.Status._
import com.acme.util.{Json as J, *}
import com.acme.syntax.given
import scala.concurrent.Future

/** At most so many. */
val Limit = 10

type Handler = Order => Unit

/** How an order stands. */
sealed trait Status extends Product with Serializable {
  def label: String
  def isOpen: Boolean = check(this)
}

object Status {
  case object Open extends Status { def label = render("open") }
  final case class Failed(reason: String, code: Int = 0) extends Status {
    override def label: String = s"failed ${reason.trimmed()}"
  }
  def parse(text: String): Option[Status] = None
}

enum Color(val code: Int) derives Eq {
  case Red extends Color(1)
  case Green, Blue
  def shade: Color = darken(this)
}

case class Order(id: String, lines: List[Line] = Nil, private var owner: Customer) {
  def total: Money = lines.map(_.price).foldLeft(Money.zero)(_.add(_))
  def this(id: String) = this(id, Nil, Customer.default)
}

/**
 * Handles orders.
 */
@Service("orders")
class OrderService[F[_], K <: Key](store: OrderStore[Order], val name: String = "x")(implicit clock: Clock)
    extends BaseService(clock)
    with Shipping
    with Logging[Order] {

  private val cache = new HashMap[String, Order]()
  private var current: Option[Order] = None
  lazy val repo = Repository(store)
  protected val items = mutable.Map.empty[String, Order]

  /** Finds an order. */
  @tailrec
  final override def find(id: String)(implicit ec: ExecutionContext): Option[Order] = {
    val order = store.find(id)
    order.touch()
    cache(id).refresh()
    this.store.close()
    super.find(id)
    repo.save(order)
    val fresh = Order(id)
    fresh.total.round()
    val other = new PaidOrder(id)
    other.refund()
    val line: Line = parse(id)
    line.check()
    val (a, b) = order.pair()
    for {
      item <- order.lines
      part = item.first
      if item.isOpen
    } yield part.check()
    for (x <- fetch()) x.go()
    order match {
      case paid: PaidOrder => paid.refund()
      case Order(id, lines, _) if lines.isEmpty => report(id)
      case Status.Open | _ => log.warn("no")
    }
    try risky()
    catch {
      case e: StoreException => e.report()
      case NonFatal(e) => handle(e)
    } finally cleanup()
    order.lines.map(_.price()).filter(isFree)
    order.lines.foreach { line => line.ship() }
    order.lines.foreach((line: Line) => line.ship())
    val handler: Order => Unit = o => o.ship()
    handler(fresh)
    (order.asInstanceOf[PaidOrder]).refund()
    com.acme.audit.Trail.write(order)
    val runner = new Runner(name) with Runnable {
      override def run(): Unit = tick()
    }
    runner.run()
    order should be(fresh)
    fresh ship carrier
    items += id -> fresh
    Some(fresh)
  }

  private[orders] def load[T: Decoder](ids: String*)(f: T => Unit): Seq[Order] = {
    def local(x: Int) = helper(x)
    local(1)
    ids.flatMap(store.find)
  }

  abstract class Cursor { def next(): Order }
}

object OrderService extends App {
  val Version = "1"
  def apply(store: OrderStore[Order]): OrderService = new OrderService(store)
  implicit val ordering: Ordering[Order] = Ordering.by(_.id)
  implicit class RichOrder(val order: Order) extends AnyVal {
    def shipped: Boolean = order.ship()
  }
}

trait OrderStore[T] { self: Closeable =>
  type Key
  val size: Int
  def find(id: String): Option[T]
}

extension (order: Order)
  def label: String = describe(order)

given orderEq: Eq[Order] with
  def same(a: Order, b: Order): Boolean = a.id == b.id

@main def start(args: String*): Unit =
  val service = OrderService(MemoryStore())
  service.find("1").ship()
