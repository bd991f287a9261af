package Store::Shelf;
use Moose;
extends 'Store::Base', "Store::Thing";
with qw(Role::One Role::Two);

has [qw(left right)] => (is => 'rw');
has size => (is => 'ro', default => sub { default_size() });

before 'run' => sub { my $self = shift; log_it($self); };

sub run { my $self = shift; $self->size->grow }

package Store::Util;

sub helper { 1 }

package Store::Inner { sub inner { helper() } }
