# frozen_string_literal: true

# Keeps accounts and pays interest.
require "json"
require_relative "../lib/ledger"
require_relative "./money/#{VERSION}"
autoload :Audit, "shop/audit"
load "tasks/seed.rb"

module Shop
  # The rate that is paid.
  RATE = 0.02
  DEFAULT = Money.new(0)
  Entry = Struct.new(:amount, :note) do
    def credit? = amount.positive?
  end
  Failed = Class.new(StandardError)

  # An account.
  class Account < Base::Record
    include Comparable, Enumerable
    extend Forwardable
    prepend Shop::Audited

    attr_accessor :owner, :balance
    attr_reader :entries
    belongs_to :customer, class_name: "Person"
    has_many :transfers
    delegate :name, to: :owner
    scope :open, -> { where(closed: false) }
    before_save :check, unless: :closed?
    validates :owner, presence: true

    @@count = 0

    class << self
      # Opens an account.
      def open(owner, *rest, currency: "EUR", **options, &block)
        account = new(owner)
        account.deposit(0)
        @registry ||= Registry.new
        @registry.add(account)
        block.call(account)
        account
      end

      private

      def secret; end
    end

    def self.find(id)
      all.detect { |account| account.id == id } or raise NotFound, "no #{id}"
    end

    def initialize(owner, balance = 0)
      super(owner)
      @owner = owner
      @ledger = Ledger::Book.new(self)
      @entries = []
    end

    # Adds money.
    #
    # @param amount [Money]
    def deposit(amount)
      raise ArgumentError unless amount.valid?
      entry = Entry.new(amount)
      entry.credit?
      @entries << entry
      @entries.each do |item|
        item.post(self)
      end
      @ledger.write(entry)
      self.balance += amount
      update_balance
      owner.notify(:deposit, amount)
      self.class.audit(self)
      Shop::Bank.instance.settle(entry)
      ::Global.log("x")
      transfers.map(&:amount).sum
      check_limits!
      helper.run { |helper| helper.go }
      handler = method(:deposit)
      handler.call(1)
      puts format("%d", amount)
      yield entry if block_given?
      entry&.note&.strip
      case entry
      in Entry[amount:, note: String => text]
        text.upcase
      end
    rescue Timeout::Error, IOError => error
      error.report
    else
      done
    ensure
      close()
    end

    def <=>(other)
      balance <=> other.balance
    end

    def balance=(value)
      @balance = value
    end

    alias_method :credit, :deposit
    alias add deposit

    define_method(:dynamic) { |x| compute(x) }

    private

    def check_limits!
      Limits.for(self).each { |limit| limit.check }
    end

    def closed? = @closed

    public def visible; end

    private_class_method def self.hidden; end
  end

  class Account::Savings < Account
    def deposit(amount)
      super
      amount.round
    end
  end

  def self.run(argv)
    Account.open(argv.first)
  end
end

def top_level(x) = x.go

$stdout.puts Shop.run(ARGV)
if __FILE__ == $PROGRAM_NAME
  config = Shop::Config.load
  config.apply
end
