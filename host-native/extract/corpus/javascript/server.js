'use strict';

/**
 * Serves the store over HTTP.
 */
const http = require('http');
const { parse, format: formatUrl } = require('url');
const Store = require('./store').Store;
const debug = require('debug')('app');
require('./polyfill');

exports = module.exports = createApp;
exports.Router = require('./router');
exports.version = '1.0';
exports.listen = function listen(port) {
  return createApp().listen(port);
};
exports.open = openStore;
exports.parse = parse;

let instances = 0;
var defaults = {
  timeout: 10,
  onError: function (err) {
    this.report(err);
  },
  report(err) {
    debug(err);
  },
  retry: { delay: () => backoff(defaults.timeout) },
};

/**
 * @param {Store} store
 * @param {Object} options
 * @param {Logger} options.logger
 * @returns {Server}
 */
function createApp(store, options) {
  var app = new Server(store);
  if (options.debug) {
    var tracer = new Tracer();
  }
  app.use(handle);
  store.load(options, onLoad);
  tracer.start();
  return app;

  function onLoad(err, items) {
    if (err) return defaults.onError(err);
    items.forEach(function each(item) {
      app.add(item);
    });
  }
}

async function openStore(path) {
  const { default: Driver, probe } = await import('./driver.mjs');
  await probe(path);
  const sessions = require('./sessions');
  sessions.clear();
  return new Driver(path);
}

function handle(req, res, next) {
  const url = parse(req.url);
  switch (url.pathname) {
    case '/': {
      const render = views.index;
      return render(res);
    }
    default:
      next();
  }
}

/** A server. */
class Server extends http.Server {
  static instances = [];
  #queue = [];

  constructor(store) {
    super();
    this.store = store;
    this.cache = new Cache();
    /** @type {Item[]} */
    this.items = [];
    this.onClose = () => this.store.close();
    this.cache.warm();
  }

  /**
   * @param {Item} item
   */
  add(item) {
    item.attach(this);
    this.items[0].detach();
    this.#flush();
    this.store.save(item);
  }

  #flush() {
    Server.instances.map(Server.describe);
  }

  static describe(server) {
    return this.name + server;
  }

  get size() {
    return count(this.items);
  }
}

function Legacy(name) {
  this.name = name;
  this.start = function () {
    this.stop();
  };
}

Legacy.prototype.stop = function () {
  this.start();
  Legacy.create(this.name).stop();
};

Legacy.create = (name) => new Legacy(name);

Legacy.prototype.handlers = {
  data: function (chunk) {
    this.stop(chunk);
  },
};

(function (root, factory) {
  root.legacy = factory();
  function define() {
    return register(factory);
  }
  define();
})(this, function () {
  return Legacy;
});
