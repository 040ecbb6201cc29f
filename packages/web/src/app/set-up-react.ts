// index.html loads this script separately, so that React is set up while the console's code is still loading.
// oxlint-disable-next-line import/no-unassigned-import -- the setup is an effect of the import.
import 'react-dom/client';
