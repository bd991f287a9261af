defmodule Shop.AccountsTest do
  use Shop.DataCase, async: true

  alias Shop.Accounts

  setup do
    {:ok, user: insert(:user)}
  end

  describe "get_user/1" do
    test "finds a user", %{user: user} do
      assert Accounts.get_user(user.id) == user
    end

    test "finds none" do
      refute Accounts.get_user(0)
    end
  end

  defp insert(kind), do: Shop.Factory.build(kind)
end
