<html>
<?php foreach ($orders as $order): ?>
  <b><?= e($order->name()) ?></b>
<?php endforeach; ?>
<?php function render_row($row) { return $row; } ?>
</html>
