<?php

declare(strict_types=1);

/**
 * Orders over HTTP.
 */

namespace App\Http\Controllers;

use App\Models\Order;
use App\Models\{Customer, Line as OrderLine};
use App\Services\PaymentGateway as Gateway;
use Psr\Log;
use function App\Support\money;
use const App\Support\VAT;

require_once __DIR__ . '/../bootstrap.php';
require 'helpers.php';
include dirname(__FILE__) . "/config/{$env}.php";

const PAGE = 20;
define('LEGACY', true);

/** How an order stands. */
enum Status: string implements HasLabel
{
    case Open = 'open';
    case Closed = 'closed';

    const DEFAULT = self::Open;

    public static function parse(string $text): self
    {
        return self::from($text) ?? static::DEFAULT;
    }
}

interface Shippable extends \Countable, HasWeight
{
    public function ship(?Address $to = null): bool;
}

trait Logs
{
    protected Log\LoggerInterface $logger;

    protected function log(string $message): void
    {
        $this->logger->info($message);
        static::tick();
    }
}

/**
 * Takes orders.
 */
#[Route('/orders', name: 'orders')]
final class OrderController extends Controller implements Shippable, \JsonSerializable
{
    use Logs, Retries {
        Logs::log insteadof Retries;
        log as protected writeLog;
    }

    public const LIMIT = 10, SOFT = 5;
    private static ?self $instance = null;
    private array $rows = [], $seen;
    var $legacy;

    /** @var Order[] */
    private $orders;

    public function __construct(
        private readonly Gateway $gateway,
        protected ?Customer $customer = null,
        int $limit = self::LIMIT,
    ) {
        parent::__construct($limit);
        $this->orders = [];
    }

    /**
     * Stores an order.
     *
     * @return Order
     */
    #[Transactional]
    public function store(Request $request, string ...$tags): ?Order
    {
        $order = new Order($request->all());
        $order->save();
        $this->gateway->charge($order, amount: 3);
        $this->customer?->notify($order);
        $found = Order::query()->where('id', 1)->first();
        $found->touch();
        self::audit($order);
        parent::store($request);
        money($order->total());
        \App\Support\trace($order);
        $line = OrderLine::make();
        $line->attach($order);
        foreach ($order->lines() as $key => $item) {
            $item->check();
        }
        foreach ($this->orders as $each) {
            $each->close();
        }
        try {
            $this->validate($request);
        } catch (ValidationException | DomainException $error) {
            report($error);
        } catch (Exception $other) {
            $other->log();
        }
        $names = array_map(fn (Order $o) => $o->name(), $this->rows);
        usort($names, [$this, 'compare']);
        array_walk($names, 'App\Support\clean');
        $run = function (Order $o) use ($order, &$names): void {
            $o->merge($order);
        };
        $run($order);
        $maker = new class($order) extends Base implements \Countable {
            public function count(): int { return $this->size(); }
        };
        if ($request instanceof SignedRequest) {
            $request->verify();
        }
        $handler = $this->handle(...);
        $class = 'Order';
        $made = new $class();
        $made->go();
        $$class = 1;
        [$a, 'b' => $b] = $order->pair();
        $copy = clone $order;
        $copy->freeze();
        static $cache;
        global $registry;
        $registry->add($order);
        $status = Status::Open;
        return match (true) {
            $status === Status::Closed => Gateway::VERSION,
            default => $order,
        };
    }

    public static function audit(Order $order): static { return new static(); }

    abstract protected function compare(array|Order $a, $b);

    private function ship(?Address $to = null): bool { return $to->send() && LEGACY; }
}

function helper(Order $order, int &$count = 0): Order
{
    global $app;
    return tap($order)->save();
}

if (!function_exists('once')) {
    function once(callable $run) { return $run(); }
}

$app = new OrderController(new Gateway());
$app->store(request());
helper($app);
