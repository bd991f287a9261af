--- Accounts and what they pay.
-- @module account

local json = require("cjson")
local Ledger = require "shop.ledger"
local util = require('shop.util')
local format, concat = string.format, table.concat
require("shop.patches")
dofile("shop/setup.lua")

local M = {}
local Account = {}
Account.__index = Account
setmetatable(Account, { __call = function(cls, ...) return cls.new(...) end })

M.RATE = 0.02
local LIMIT = 10
DEFAULT = "x"

--- Opens an account.
-- @param owner who owns it
function Account.new(owner, balance)
  local self = setmetatable({}, Account)
  self.owner = owner
  self.ledger = Ledger.new(owner)
  self.entries = {}
  return self
end

--- Adds money.
function Account:deposit(amount, ...)
  self.balance = self.balance + amount
  self:check(amount)
  self.ledger:write(amount)
  local entry = Ledger.entry(amount)
  entry:post()
  util.log("deposit", amount)
  local total = M.total(self.entries)
  for i, item in ipairs(self.entries) do
    item:touch(i)
  end
  for i = 1, 10 do step(i) end
  local function inner(x)
    return helper(x)
  end
  inner(1)
  table.sort(self.entries, by_amount)
  register("deposit", function(e) e:run() end)
  register{ name = "x", handler = M.handle }
  print(json.encode(self))
  local ok, err = pcall(risky, amount)
  if not ok then error(err) end
  return entry
end

function Account:check(amount)
  assert(amount > 0, "no")
end

Account.withdraw = function(self, amount)
  self:deposit(-amount)
end

local function helper(x)
  return x * LIMIT
end

local by_amount = function(a, b)
  return a.amount < b.amount
end

function M.total(entries)
  return Account.sum(entries) + helper(1)
end

function M.util.deep(x) return x:go() end

function global_function(a)
  return a
end

M.handlers = {
  open = function(id) return Account.new(id) end,
  close = M.close,
}

M.Account = Account
return M
