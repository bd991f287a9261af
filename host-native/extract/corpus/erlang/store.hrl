%% What modules share.
-record('item', {key :: binary(), value = undefined}).
-define(LOG(Text), logger:info(Text)).
