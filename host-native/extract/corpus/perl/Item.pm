# An item of the store.
package Store::Item;

use strict;
use warnings;
use parent -norequire, 'Store::Base', 'Other';
use List::Util qw(first sum :all);
use POSIX ();
use Foo::Helpers;
require Bar::Baz;
require "helpers.pl";

our @ISA = ('Old::Base');
our @EXPORT_OK = qw(find_item $LIMIT);
our $LIMIT = 10;
use constant DEBUG => 0;
use constant { FIRST => 1, SECOND => 2 };
my $count = 0;

=head2 new

Makes one.

=cut

sub new {
    my ($class, %args) = @_;
    my $self = bless { %args }, $class;
    $self->init(1);
    $class->register($self);
    return $self;
}

# Finds one by its key.
sub find_item {
    my $self = shift;
    my $key = shift // 'x';
    my $item = Store::Item->new(key => $key);
    $item->touch;
    $self->{items}->{$key}->use(1);
    $self->SUPER::find_item($key);
    helper($key, 2);
    Other::func($key);
    &old_style(1);
    process $key;
    my $cb = \&callback;
    $cb->(1);
    map { score($_) } @{ $self->all };
    foreach my $x (@{ $self->list }) { $x->go; }
    my $method = "dyn";
    $self->$method();
    my $other = new Store::Other(1);
    sort by_name @$key;
    __PACKAGE__->run;
    my $f = sub { my ($self) = @_; inner($self->name) };
    Store::Log->instance->write("x", "in @{[ render($key) ]}");
    return first { check($_) } @list;
}

sub with_sig ($self, $b = 2, @rest) { $self->count($b) }
sub forward;
sub Store::Log::extra { 1 }

1;

__END__

not code: sub hidden {}
