import { aStore } from '../ports.ts';
import { storeContract } from './store-contract.ts';

storeContract('store of the tests', async () => aStore());
