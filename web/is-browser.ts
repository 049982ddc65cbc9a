export const isServer = false;
export const loadServerRoute = undefined;
