import { Server } from "./server";

declare module "virtual:config" {
    export function load(path: string): Config;
    export const config: Config;
}

declare global {
    interface Window {
        app: Server;
        reload(): void;
    }
    var debug: boolean;
}

export declare class Client {
    constructor(url: string, options?: Options);
    readonly server: Server;
    connect(retries: number): Promise<void>;
    static of(url: string): Client;
}

declare namespace Api.V1 {
    type Body = string;
    function send(body: Body): void;
    enum Code { Ok = 200 }
}

export declare function connect(url: string): Client;
declare const VERSION: string;
export as namespace Acme;
export = Api;
