defmodule Shop.Accounts do
  @moduledoc """
  Keeps accounts.
  """

  use Shop.Web, :context
  use GenServer
  import Ecto.Query, only: [from: 2, where: 3]
  import Shop.Helpers
  require Logger
  alias Shop.Repo
  alias Shop.Accounts.{User, Token}
  alias Shop.Mailer, as: Post
  alias __MODULE__.Cache

  @behaviour Shop.Store
  @timeout 5_000
  @type id :: integer()
  @typep state :: %{users: [User.t()]}

  defstruct [:name, balance: 0]

  @callback fetch(id) :: {:ok, User.t()}

  @doc "Gets a user."
  @spec get_user(id()) :: User.t() | nil
  def get_user(id) when is_integer(id) do
    id |> Repo.get(User) |> decorate()
  end

  def get_user(_), do: nil

  @doc """
  Creates a user.
  """
  def create_user(attrs, opts \\ []) do
    changeset = User.changeset(%User{}, attrs)

    with {:ok, user} <- Repo.insert(changeset),
         :ok <- Post.deliver(user) do
      Logger.info("made #{inspect(user)}")
      notify(user, @timeout)
      {:ok, user}
    else
      {:error, reason} -> handle_error(reason)
    end
  end

  defp notify(%User{} = user, timeout) do
    Enum.each(user.tokens, fn token -> Token.send(token) end)
    Enum.map([user], &decorate/1)
    Enum.map([user], &Token.build(&1))
    callback = &Post.deliver/1
    callback.(user)
    GenServer.call(__MODULE__, {:notify, user}, timeout)
    spawn(fn -> cleanup() end)
    apply(Post, :deliver, [user])
    :ets.insert(:table, user)
    case user do
      %User{name: name} -> String.upcase(name)
      nil -> raise ArgumentError, "none"
    end
  end

  defmacro traced(name, do: block) do
    quote do
      unquote(block)
    end
  end

  defguard is_open(account) when account.open

  defdelegate total(account), to: Shop.Math, as: :sum

  @impl true
  def init(state), do: {:ok, state}

  @impl true
  def handle_call({:notify, user}, _from, state) do
    state = Cache.put(state, user)
    {:reply, :ok, state}
  end

  defp decorate(user), do: %{user | name: title(user)}

  defmodule Cache do
    def put(state, user), do: Map.put(state, user.id, user)
  end
end

defprotocol Shop.Sized do
  @doc "How big."
  def size(data)
end

defimpl Shop.Sized, for: Shop.Accounts.User do
  def size(user), do: length(user.tokens)
end
