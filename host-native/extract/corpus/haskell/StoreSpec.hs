module StoreSpec (spec, main) where

import Test.Hspec
import Test.Tasty.HUnit
import Data.Store

main :: IO ()
main = hspec spec

-- | All of it.
spec :: Spec
spec = describe "store" $ do
  it "finds nothing at first" $ do
    lookup 1 (empty 2) `shouldBe` Left NotFound
  it "keeps" (check keeps)
  prop "is ordered" prop_ordered

prop_ordered :: [Int] -> Bool
prop_ordered xs = sorted (toList (fromItems xs))

tests = testGroup "more"
  [ testCase "sizes" $ size (empty 1) @?= 0
  , testProperty "grows" (\n -> grows n)
  ]
