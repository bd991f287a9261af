<?php

namespace Tests\Feature;

use App\Http\Controllers\OrderController;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

class OrderTest extends TestCase
{
    private OrderController $controller;

    protected function setUp(): void
    {
        $this->controller = new OrderController();
    }

    public function testStores(): void
    {
        $order = $this->controller->store($this->request());
        $this->assertNotNull($order);
    }

    /** @test */
    public function it_keeps_tags() { self::assertTrue(true); }

    #[Test]
    public function attributes() { static::fail(); }

    private function request() { return new Request(); }
}

it('adds lines', function () {
    $order = new Order();
    $order->add(1);
    expect($order->count())->toBe(1);
});

describe('closing', function () {
    beforeEach(fn () => reset_orders());
    test('closes', fn () => close_all());
});
