package Store::Tools;
use Exporter 'import';
our @EXPORT = qw(trim_all);

# Trims.
sub trim_all { return map { trim($_) } @_ }
sub trim { my ($text) = @_; $text }

1;
