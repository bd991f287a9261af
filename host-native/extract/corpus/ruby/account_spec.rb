require "spec_helper"

RSpec.describe Shop::Account do
  subject(:account) { described_class.new(owner) }
  let(:owner) { build(:person) }

  before { account.deposit(1) }

  describe "#deposit" do
    context "with money" do
      it "adds an entry" do
        account.deposit(2)
        entry = Shop::Entry.new(2)
        expect(account.entries).to eq([entry])
      end

      it { is_expected.to be_open }
    end

    it("fails") { expect { account.deposit(nil) }.to raise_error(ArgumentError) }
  end

  shared_examples "a ledger" do
    specify { expect(subject).to respond_to(:write) }
  end

  def build_owner
    Person.new
  end
end

class AccountTest < Minitest::Test
  def setup
    @account = Shop::Account.open("x")
  end

  def test_deposit
    @account.deposit(3)
    assert_equal 3, @account.balance
  end

  def helper; end

  test "names are kept" do
    assert @account.owner
  end
end
