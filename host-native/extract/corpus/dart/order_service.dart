// Copyright 2024 Acme.

/// Keeps orders and ships them.
library acme.orders;

import 'dart:async';
import 'package:acme_shop/clock.dart';
import 'package:acme_shop/money.dart' as money show Money, zero;
import '../core/audit.dart' hide Trail;
import 'lazy.dart' deferred as lazy;
export 'src/status.dart' show Status;
export 'src/all.dart';
part 'order_line.dart';

/// At most so many.
const int limit = 10;
final registry = Registry();
late OrderService shared;
String? _hidden, shown;

typedef Handler = void Function(Order order);
typedef int Compare(Order a, Order b);

/// How an order stands.
enum Status with Labelled implements Comparable<Status> {
  open(1),
  /// Done.
  closed(2);

  const Status(this.code);
  final int code;

  bool get isOpen => check(this);
}

abstract class OrderStore<T> {
  int get size;
  T? find(String id);
  Future<List<T>> all();
  static OrderStore make() => MemoryStore();
}

mixin Shipping on BaseService {
  void ship(Order order) => carrier.send(order);
}

/// Handles orders.
@immutable
@Service('orders')
class OrderService<K> extends BaseService<Order> with Shipping, Logging implements OrderStore<Order> {
  final OrderStore<Order> store;
  Order? _current;
  static final Map<String, Order> _cache = {};
  final repo = Repository('x'), other = 1;
  late final Formatter formatter;

  OrderService(this.store, {required this.formatter, Clock? clock, super.name}) : assert(store != null), repo2 = Repo(store), super(clock) {
    _current = null;
    repo.open();
  }

  OrderService.empty() : this(MemoryStore());

  factory OrderService.of(String path) {
    return OrderService(MemoryStore(path));
  }

  const factory OrderService.fixed() = FixedService;

  Money get total => lines.fold(zero, (sum, line) => sum.add(line.price()));

  set name(String value) {
    rename(value);
  }

  Order operator [](int index) => _cache.values.elementAt(index);

  /// Finds an order.
  @override
  Future<Order?> find(String id, [int depth = 0, Handler? handler]) async {
    final order = await store.find(id);
    order.touch();
    this.store.close();
    super.find(id);
    _cache[id]?.refresh();
    _current!.check();
    var fresh = Order(id);
    fresh.total.round();
    var named = Order.empty();
    named.ship();
    final List<Line> lines = parse(id);
    lines.first.check();
    lines[0].check();
    Line line = lines.removeLast();
    line.check();
    money.zero.add(1);
    Audit.write(order);
    const Duration(seconds: 1).run();
    new PaidOrder(id).refund();
    for (final item in order.lines) {
      item.check();
    }
    for (var i = 0; i < 3; i++) go(i);
    if (order is PaidOrder) {
      order.refund();
    }
    try {
      risky();
    } on StoreException catch (error, stack) {
      error.report(stack);
    } catch (e) {
      log(e);
    } finally {
      cleanup();
    }
    order.lines.map((l) => l.price()).where(isFree).toList();
    lines.forEach((line) { line.ship(); });
    lines.forEach(handle);
    fresh
      ..open()
      ..name = 'y'
      ..lines.add(line);
    (order as PaidOrder).refund();
    final run = (Order o) => o.ship();
    run(order);
    switch (order) {
      case Closed c: c.reopen();
      case Order(id: var x): x.go();
    }
    final (a, b) = pair();
    void local(int x) { helper(x); }
    local(1);
    await Future.wait([load('a'), load('b')]);
    return order ?? fallback();
  }

  Stream<Order> _load(Iterable<String> ids) async* {
    for (final id in ids) yield await store.find(id);
  }
}

extension OrderLabel on Order {
  String get label => describe(this);
  void tagged() => tag(label);
}

extension type Id(int value) {
  Id next() => Id(value + 1);
}

int compare(Order a, Order b) => a.id.compareTo(b.id);

void main(List<String> args) async {
  final service = OrderService(MemoryStore());
  (await service.find('1'))?.ship();
  registry.add(service);
  runApp(const MyApp());
}
