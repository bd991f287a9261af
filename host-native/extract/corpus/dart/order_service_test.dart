import 'package:test/test.dart';
import 'package:acme_shop/order_service.dart';

void main() {
  late OrderService service;

  setUp(() {
    service = OrderService(MemoryStore());
  });

  group('a service', () {
    test('finds orders', () async {
      final order = await service.find('1');
      expect(order, isNotNull);
      order.touch();
    });
    testWidgets('renders', (WidgetTester tester) async {
      await tester.pumpWidget(App());
    });
  });
}
