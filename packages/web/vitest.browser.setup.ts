import { configure } from '@testing-library/react';

/** Testing Library waits one second by default, which a busy machine can exceed. This limit only detects hangs. */
configure({ asyncUtilTimeout: 120_000 });
