/* @internal */
namespace ts {
    export interface Node {
        readonly kind: SyntaxKind;
        parent: Node;
        getText(sourceFile?: SourceFile): string;
    }

    export interface NodeArray<T extends Node> extends ReadonlyArray<T> {
        hasTrailingComma: boolean;
    }

    export const enum SyntaxKind {
        Unknown,
        Identifier,
        FirstToken = Unknown,
    }

    export const factory = createNodeFactory(Flags.None);
    const helper = createHelper();
    export let objectAllocator: Allocator = getDefaultAllocator();
    var currentScope: Scope;

    export function createHelper(): Helper {
        return { run: node => visit(node) };
    }

    export function isIdentifier(node: Node): node is Identifier {
        return node.kind === SyntaxKind.Identifier;
    }

    function visitEach<T extends Node>(nodes: NodeArray<T> | undefined, visitor: (node: T) => T): T[] {
        const result: T[] = [];
        for (const node of nodes!) {
            result.push(visitor(node));
            node.getText();
        }
        forEach(nodes, child => child.getText());
        return result;
    }

    export function createTransformer(context: TransformationContext): Transformer<SourceFile> {
        const { factory, startLexicalEnvironment, getEmitHelperFactory: emitHelpers } = context;
        const resolver = context.getEmitResolver();
        let currentSourceFile: SourceFile;
        return transformSourceFile;

        function transformSourceFile(node: SourceFile) {
            if (node.isDeclarationFile) {
                return node;
            }
            currentSourceFile = node;
            startLexicalEnvironment();
            const visited = visitEachChild(node, visitor, context);
            addEmitHelpers(visited, emitHelpers().create());
            laterHelper.run(visited);
            return visited;
        }

        function visitor(node: Node): VisitResult<Node> {
            switch (node.kind) {
                case SyntaxKind.Identifier:
                    const name = factory.createIdentifier(node.getText(currentSourceFile));
                    return visitIdentifier(node as Identifier, name);
                default:
                    return visitDefault(node);
            }
            const visitDefault = (node: Node) => visitEach(node.children, visitor);
        }

        function visitIdentifier(node: Identifier, name = createName(node)): Node {
            Debug.assert(isIdentifier(node));
            resolver.markUsed(name);
            helper.run(node);
            return setTextRange(factory.updateIdentifier(node), /*location*/ node);
        }

        const laterHelper = createHelper();
    }

    export namespace Debug {
        export function assert(expression: unknown, message?: string): asserts expression {
            if (!expression) {
                fail(message);
            }
        }
        export function fail(message?: string): never {
            throw new Error(message);
        }
        export import Level = LogLevel.Kind;
    }

    export class SourceMapper {
        private positions?: Map<string, Node[]>;
        map(position: number): Node {
            const found = this.positions!.get("a");
            return visitEach(found!, isIdentifier)[0];
        }
    }
}

namespace ts {
    export function visit(node: Node): Node {
        return ts.visitEachChild(node, Debug.fail);
    }
}
