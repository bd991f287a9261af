/** Everything in here stands in one namespace. */
namespace shop.fixes {
    const codes = [1, 2];

    registerFix({
        codes,
        getAction: function getActionToFix(context: Context) {
            const info = getInfo(context);
            return info ? [context.make(info)] : undefined;
        },
        getAll(context) {
            return combine(context);
        },
    });

    function getInfo(context: Context): Info | undefined {
        return context.find(codes);
    }
}
