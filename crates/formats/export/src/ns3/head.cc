
// Compile and run:
//   c++ -O2 -std=c++17 FILE -o scene -lns3-internet -lns3-point-to-point -lns3-applications -lns3-traffic-control
//       -lns3-network -lns3-core
//   ./scene

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

using namespace ns3;

namespace {

enum class Pattern { Constant, Poisson, OnOff };

// Flows of one kind. Sizes are those on the wire, headers included.
struct Group {
    bool isTcp = false;
    uint32_t wireBytes = 1000;
    double accessBps = 0, accessDelayS = 0;
    std::vector<double> startsS;
    double stopS = 1e9;
    // TCP.
    std::string congestionControl;
    uint32_t window = 0, initialWindow = 0;
    double ackDelayS = 0;  // 0: every packet is acknowledged at once
    double minRtoS = 1, firstRtoS = 1;
    bool ecn = false, limitedTransmit = true;
    uint64_t packets = 0;  // 0: without end
    // UDP.
    Pattern pattern = Pattern::Constant;
    double bps = 0;
    bool isJittered = false;
    double onS = 0, offS = 0, shape = 0;  // shape 0: exponential, else Pareto
    std::vector<std::pair<double, double>> steps;  // start and rate of each step
};

const uint32_t PPP_BYTES = 2;  // ns-3's links add these, so their rates are raised
const uint32_t TCP_HEADERS = 40;
const uint32_t UDP_HEADERS = 28;

