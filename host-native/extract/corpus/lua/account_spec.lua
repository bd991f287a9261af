local account = require("shop.account")

describe("an account", function()
  local acc

  before_each(function()
    acc = account.Account.new("x")
  end)

  it("takes money", function()
    acc:deposit(1)
    assert.are.equal(1, acc.balance)
  end)
end)

local function test_total()
  return account.total({})
end

return {
  run = function() test_total() end,
  helper = test_total,
}
