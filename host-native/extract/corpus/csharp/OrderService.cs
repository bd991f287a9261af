// Licensed to the Orders Authors under one or more agreements.
using System;
using System.Collections.Generic;
using static Acme.Core.Guard;
using Json = Acme.Serialization.JsonCodec;
global using Acme.Common;

namespace Acme.Orders
{
    /// <summary>Says how an order is shipped.</summary>
    [Flags]
    public enum Shipping
    {
        None = 0,
        /// <summary>The next day.</summary>
        Express = Shipping.None + 1,
    }

    public delegate Task<Order> Loader(string id);

    public interface IOrderStore : IDisposable
    {
        Order? Find(string id);
        int Count { get; }
        event EventHandler<OrderChanged> Changed;
    }

    public record Point(int X, int Y);

    public readonly struct Money
    {
        public const string Currency = "EUR";
        private readonly decimal _amount;

        public Money(decimal amount) => _amount = amount;

        public static Money operator +(Money a, Money b) => new Money(a._amount + b._amount);
        public static implicit operator decimal(Money m) => m._amount;
    }

    // Handles orders.
    // It is not safe for threads.
    [Service("orders", Lifetime = Lifetime.Scoped)]
    public sealed partial class OrderService<TKey> : ServiceBase<Order>, IOrderStore
        where TKey : IKey
    {
        private readonly Dictionary<string, Order> _orders = new();
        private readonly ILogger<OrderService<TKey>> _log;
        private static int _made, _sold;

        public event EventHandler<OrderChanged>? Changed;

        /// <summary>Who pays.</summary>
        public Customer Owner { get; private set; } = new Customer();

        public int Count => _orders.Count;

        public Order this[int index] => _orders.Values.ElementAt(index).Validate();

        public OrderService(ILogger<OrderService<TKey>> log, Clock? clock = null) : base(log)
        {
            _log = log;
            _made++;
        }

        /// <summary>
        /// Finds an order.
        /// </summary>
        public Order? Find(string id)
        {
            if (_orders.TryGetValue(id, out var found))
            {
                found.Touch();
                return found;
            }
            Order order = Load(id);
            order.Validate();
            this.Store(order);
            base.Find(id);
            NotNull(order, nameof(id));
            var copy = new Order(id) { Owner = Owner, Lines = { first, second } };
            copy.Ship(Shipping.Express);
            Money total = new(12m);
            total.Round();
            Owner.Pay(total);
            Json.Encode(order).Send();
            Acme.Audit.Trail.Write(order);
            Changed?.Invoke(this, new OrderChanged(order));
            if (order is PaidOrder paid && paid.IsOpen())
                paid.Close();
            foreach (var line in order.Lines)
                line.Check();
            foreach (Line line in Fetch())
                line.Check();
            using (var stream = Open(id))
            {
                stream.Read();
            }
            try { Load(id); }
            catch (StoreException error) when (error.IsFatal()) { error.Report(); }
            orders.Select(o => o.Total()).Where(Filter).ToList();
            return (order as PaidOrder)!.Copy() ?? _orders["x"].Clone();
        }

        private static async Task<Order> Load(string id, params object[] rest)
        {
            int Twice(int n) => Scale(n) * 2;
            Twice(2);
            var raw = await FetchAsync<Order>(id);
            raw.Parse();
            switch (raw)
            {
                case PaidOrder p:
                    p.Close();
                    break;
                case Order { Owner: var who }:
                    who.Pay();
                    break;
            }
            Action<Order> handler = Handle;
            handler += Log;
            Register("x", Handle);
            return default;
        }

        internal class Cursor
        {
            private Line[] lines;
            public Line Current => lines[0].Self();
            ~Cursor() { Release(); }
        }
    }

    public static class OrderExtensions
    {
        public static void Ship(this Order order, Shipping by = Shipping.None) => order.Send(by);
    }
}
