// Copyright 2024 The Store Authors. All rights reserved.

import * as lodash from 'lodash';
import helpers, { wrap as wrapped } from './wrap.js';

/** @type {Registry} */
const registry = makeRegistry();

export const api = Object.freeze({
  users: new UserService(),
  list: () => registry.list(),
  async find(id) {
    return this.users.find(id);
  },
  get ready() {
    return registry.ready();
  },
  nested: {
    run(task) {
      return execute(task);
    },
  },
});

export const compose = (...steps) => (input) => steps.reduce((value, step) => step(value), input);

export function* walk(root = defaultRoot, { depth = 1, filter } = {}) {
  const visit = (node) => {
    if (node instanceof Group && node.open()) {
      node.children();
    }
    for (const child of node.items) visit(child);
  };
  visit(root);
  yield* walk(root);
  return lodash.sortBy([], filter);
}

export default class extends helpers.Base {
  run() {
    return wrapped(this.load());
  }
}

const local = {
  a() {
    return api.find(1);
  },
};

const Mixed = class extends Base {
  go() {
    super.go();
    new.target.create();
    local.a?.();
    (0, registry.list)();
    wrapped`text ${compose(1)}`;
  }
};

label: for (let i = 0, n = compute(); i < n; i++) {
  if (i) continue label;
  step(i);
}

try {
  risky();
} catch ({ message }) {
  report(message);
}

export { registry as reg, local };
