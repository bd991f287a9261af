#import "Store.h"

NSString *const StoreDidCloseNotification = @"StoreDidClose";
static NSInteger openStores = 0;

#define STORE_CHECK(x) do { if (!(x)) { StoreFail(#x); } } while (0)

@interface Store ()
@property (strong) Cache *cache;
- (void)_open;
@end

static void helper(Item *item)
{
	[item touch];
}

@implementation Store

@synthesize items = _items;

+ (instancetype)shared {
	static Store *shared;
	static dispatch_once_t once;
	dispatch_once(&once, ^{
		shared = [[Store alloc] initWithName:@"shared" mode:StoreModeRead];
	});
	return shared;
}

- (instancetype)initWithName:(NSString *)name mode:(StoreMode)mode {
	if (self = [super init]) {
		_cache = [Cache new];
		[self _open];
	}
	return self;
}

/// Adds an item.
- (void)add:(Item *)item completion:(StoreBlock)completion {
	STORE_CHECK(item);
	[self.items addObject:item];
	[item setOwner:self];
	[_last touch];
	[[item owner] close];
	[[self.items objectAtIndex:0] touch];
	[self.cache put:item];
	self.delegate.mode = 3;
	[self.delegate store:self didAdd:item];
	[Store.shared close];
	Item *copy = [[Item alloc] initWithName:@"x"];
	[copy touch];
	[[Item itemNamed:@"y"] touch];
	for (Item *each in self.items) {
		[each touch];
	}
	for (int i = 0; i < 3; i++) {
		helper(item);
	}
	[self.items enumerateObjectsUsingBlock:^(Item *each, NSUInteger at, BOOL *stop) {
		[each touch];
		[self add:each completion:nil];
	}];
	completion(item, nil);
	[[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(store:didAdd:) name:nil object:nil];
	@try {
		[self risky];
	} @catch (NSException *error) {
		[error report];
	} @finally {
		[self close];
	}
	if ([self respondsToSelector:@selector(close)]) {
		NSLog(@"%@", [self description]);
	}
}

- (Item *)last { return _last; }

- (void)_open { openStores++; }

@end

@implementation Store (Closing)
- (void)close {
	[self.byName[@"x"] touch];
	StoreLog(self, @"closed");
}
@end

@interface StoreTests : XCTestCase
@end

@implementation StoreTests
- (void)testCloses {
	[[Store shared] close];
}
@end

int main(int argc, char *argv[]) {
	@autoreleasepool {
		return NSApplicationMain(argc, (const char **)argv);
	}
}
