import { Component } from 'react';
import PropTypes from 'prop-types';

/**
 * @param {{ title: string }} props
 */
export default function Panel({ title, actions, children }) {
  const open = () => actions.open(title);
  return (
    <section onClick={open}>
      <Header title={title} icon={<Icon name="x" />} />
      <>{children.map((child) => <Row key={child.id} render={renderRow} {...child} />)}</>
    </section>
  );
}

Panel.propTypes = { title: PropTypes.string };

function renderRow(row) {
  return row.cells.map(toCell);
}

const toCell = (cell) => <td dangerouslySetInnerHTML={sanitize(cell)} />;

test('renders', async () => {
  render(<Panel title="a" />);
});
