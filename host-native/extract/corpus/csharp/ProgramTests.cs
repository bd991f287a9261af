using NUnit.Framework;
using Xunit;

/// <summary>Starts and tests the shop.</summary>
namespace Acme.Shop;

public static class Program
{
    public static async Task Main(string[] args)
    {
        await Host.CreateBuilder(args).Build().RunAsync();
    }
}

[TestFixture]
public class CartTests
{
    private Cart cart;

    [SetUp]
    public void Prepare() { cart = new Cart(); }

    [Test]
    public void AddsLines()
    {
        cart.Add(new Line("x"));
        Assert.That(cart.Count, Is.EqualTo(1));
    }

    [Fact]
    public void Xunit() => Cart.Empty().Check();

    [Theory, InlineData(1)]
    public async Task Many(int n) { await cart.FillAsync(n); }

    [TestMethod]
    public void MsTest() { }

    public void Helper() { Missing<Cart>.Make(); }
}
