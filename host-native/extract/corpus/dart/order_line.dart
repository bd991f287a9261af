part of 'order_service.dart';

class _Line {
  final int count;
  const _Line(this.count);
}
