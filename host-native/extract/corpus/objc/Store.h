//
//  Store keeps items and tells its delegate about them.
//
#import <Foundation/Foundation.h>
#import "Item.h"
@import UIKit;

NS_ASSUME_NONNULL_BEGIN

@class Store;
@protocol Cancelling;

/// Hears of changes.
@protocol StoreDelegate <NSObject>
@required
- (void)store:(Store *)store didAdd:(Item *)item;
@optional
/// Asks before.
- (BOOL)storeShouldClose:(Store *)store;
@end

typedef NS_ENUM(NSInteger, StoreMode) {
	StoreModeRead,
	StoreModeWrite
};

typedef void (^StoreBlock)(Item *item, NSError *error);

extern NSString *const StoreDidCloseNotification;

/**
 * A store of items.
 */
@interface Store : Base <StoreDelegate, NSCopying> {
	int _count;
	Item *_last;
}

@property (nonatomic, copy) NSArray<Item *> *items;
/// Who is told.
@property (nonatomic, weak, nullable) id<StoreDelegate> delegate;
@property (readonly) NSDictionary<NSString *, Item *> *byName;

+ (instancetype)shared;
- (instancetype)initWithName:(NSString *)name mode:(StoreMode)mode NS_DESIGNATED_INITIALIZER;
/// Adds.
- (void)add:(Item *)item completion:(StoreBlock)completion;
- (Item *)last;

@end

@interface Store (Closing)
- (void)close;
@end

void StoreLog(Store *store, NSString *format, ...);

NS_ASSUME_NONNULL_END
