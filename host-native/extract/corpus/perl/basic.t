#!/usr/bin/perl
use Test::More tests => 3;
use Store::Tools;

is(trim_all(' a'), 'a', 'trims');

subtest 'finds items' => sub {
    my $item = Store::Item->new;
    ok($item->find_item(1), 'found');
};

do './cleanup.pl';

sub main { run_all() }
main();
