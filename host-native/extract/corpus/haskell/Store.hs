{-# LANGUAGE OverloadedStrings #-}
-- | A store of items, kept in memory.
module Data.Store
  ( Store(..), empty, lookup, (+++)
  , MonadStore(getItem)
  , module Data.Item
  ) where

import qualified Data.Map.Strict as Map
import Data.Map (Map, insert)
import Data.Item
import Data.Error (Error(NotFound, reason), Level(..), raise)
import Prelude hiding (lookup)
import qualified Data.Text

-- | Keeps items.
data Store k = Store
  { storeItems :: Map k Item  -- ^ the items
  , storeSize, storeMax :: !Int
  }
  deriving (Show, Eq)

-- | What happened.
data Event
  = Added Item !Int
  | Removed { removedKey :: Text.Text }
  | Int :> Int
  deriving stock Eq
  deriving anyclass ToJSON

newtype Wrapper a = Wrapper { unWrap :: a }

type Name = String

data Expr a where
  Number :: Int -> Expr Int
  Both :: Expr a -> Expr b -> Expr (a, b)

-- | Whatever keeps items.
class (Monad m, Logs m) => MonadStore m where
  type Key m
  -- | Gets one.
  getItem :: Key m -> m (Maybe Item)
  putItem :: Item -> m ()
  putItem = defaultPut

instance MonadStore IO where
  getItem k = lookupIn k
  putItem = store . wrap

instance (Show a, B.Eq b) => ToJSON (Either a b) where
  toJSON (Left x) = encode x
  toJSON (Right y) = encode y

-- | Makes an empty one.
empty :: Int -> Store k
empty n = Store { storeItems = Map.empty, storeSize = n, storeMax = limit }

limit :: Int
limit = 10

lookup :: Ord k => k -> Store k -> Either Error (Maybe Item)
{-# INLINE lookup #-}
lookup key (Store m _ _)
  | Just v <- Map.lookup key m = Right (touch v)
  | storeSize m > limit, isBig m = go m
  where
    go x = helper x key
    helper a b = raise NotFound a b
lookup _ Store{..} = Left (NotFound, Data.Text.pack "none")

infixr 5 +++
(+++) :: [a] -> [a] -> [a]
xs +++ ys = foldr merge ys xs

x `orElse` y = pick x y

(first, second) = pair limit

total s = sum [score i | i <- items s, let q = weight i, q > 1]

nested f = let (p, q) = split f; s t = join t q in s p

main :: IO ()
main = do
  args <- getArgs
  let s = empty 3
      f x = process x s
  mapM_ (print . render) args
  forM_ args $ \arg -> handle arg
  case s of
    Store{storeItems} -> report storeItems
  result <- runAll s `catch` onError
  when (limit > 2) exitFailure
  xs +++ args
