import React, { useState, useCallback } from "react";
import * as ui from "./ui";
import { Button } from "./Button";
import type { Props as ListProps } from "./List";
import { useStore } from "./hooks";

interface Props {
    title: string;
    store: Store;
    onSave?: (item: Item) => void;
    renderItem(item: Item): React.ReactNode;
    children?: React.ReactNode;
}

type State = { open: boolean; selected: Item | null };

export const ThemeContext = React.createContext<Theme>(defaultTheme);

/** The list of items. */
export const List: React.FC<ListProps> = ({ items, onPick }) => {
    return (
        <ul className="list">
            {items.map(item => (
                <li key={item.id} onClick={() => onPick(item)}>
                    <ui.Label text={formatName(item)} />
                </li>
            ))}
        </ul>
    );
};

export function App({ title, store, onSave = noop, renderItem }: Props) {
    const [selected, setSelected] = useState<Item | null>(null);
    const { items, load } = useStore();
    const client = new Client(store.url);

    const handleSave = useCallback(() => {
        store.save(selected!);
        onSave(selected!);
        client.flush();
    }, [store, selected]);

    React.useEffect(() => {
        load();
        return client.subscribe(refresh);
    }, []);

    function refresh() {
        load();
    }

    if (!items) return <Spinner />;
    return (
        <ThemeContext.Provider value={store.theme}>
            <Button onClick={handleSave} render={renderItem}>
                {title}
            </Button>
            <List items={items} onPick={setSelected} {...rest(store)} />
            {selected && renderItem(selected)}
        </ThemeContext.Provider>
    );
}

export class Boundary extends React.Component<Props, State> {
    static contextType = ThemeContext;
    state: State = { open: false, selected: null };
    private readonly clicks = new Counter<number>();

    static getDerivedStateFromError(error: Error) {
        return { open: report(error) };
    }

    handleClick = (event: React.MouseEvent) => {
        this.clicks.add(1);
        this.props.store.save(this.state.selected!);
        this.setState({ open: true });
    };

    render() {
        const { children, store } = this.props;
        store.load();
        return <div onClick={this.handleClick}>{children}<this.props.store.View /></div>;
    }
}

const withStore = <P extends object>(Component: React.ComponentType<P>) => (props: P) => <Component {...props} />;

export default withStore(App);
