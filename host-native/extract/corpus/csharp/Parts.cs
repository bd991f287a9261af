namespace Acme.A
{
    class One { void Run() { Two.Go(); } }
}

namespace Acme.B
{
    namespace Inner
    {
        class Two { public static void Go() { } }
    }
}
